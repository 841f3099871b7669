import { contractBlockedText, planChangedText, planOrderedText } from './plan-obstacles.ts';

/** What releasing the open plan of one contract of many came to, in the order it is shown. */
export const releaseRowResults = ['skipped', 'requested', 'released', 'nothingToDo'] as const;
export type ReleaseRowResult = (typeof releaseRowResults)[number];

/**
 * Why a plan would certainly be left out if it were released now, the gravest of each first: told before anybody starts, by what mends it.
 */
export const releaseObstacles = [
  'blocked',
  'lapsed',
  'profileMissing',
  'purchaseForbidden',
  'outdated',
  'checksForbid',
  'keyInformation',
  'refusedBySecond',
  'mayNotRequest',
] as const;
export type ReleaseObstacle = (typeof releaseObstacles)[number];

/** Plans that are listed and released at once: what is confirmed is what was listed. */
export const mostReleased = 2000;

/** Why a plan of many is not released, or what it came to beside that. */
export const releaseTexts = {
  rightLost:
    'Wer die Freigabe gestartet hat, darf die Vorschläge dieses Vertrags nicht mehr freigeben. Bitte lassen Sie sie von jemandem freigeben, der es darf.',
  blocked: contractBlockedText,
  ordered: planOrderedText,
  outOfReach:
    'An einem Teil der bestätigten Verträge ist nichts geschehen: Sie sind inzwischen gelöscht, oder wer die Freigabe gestartet hat, darf in ihrer Gruppe nichts freigeben.',
  gone: 'Am Vertrag ist kein Vorschlag mehr offen: Er wurde inzwischen verworfen oder ausgeführt.',
  changed: planChangedText,
  alreadyReleased: 'Der Vorschlag ist schon freigegeben.',
  waiting: 'Der Vorschlag wartet schon auf die Freigabe einer zweiten Person.',
  requested: 'Der Betrag erreicht die Grenze des Hauses: Jetzt muss eine zweite Person zustimmen.',
  refusedBySecond:
    'Eine zweite Person hat den Vorschlag abgelehnt. Bitte ändern Sie ihn, oder fragen Sie am Vertrag noch einmal an.',
  mayNotRequest:
    'Der Betrag erreicht die Grenze des Hauses. Eine zweite Person darf nur fragen, wer in der Gruppe des Vertrags planen darf.',
} as const;
