import { addDays } from '@depotwerk/domain/add-days';
import type pg from 'pg';
import { Random } from './random.ts';

interface Of {
  readonly tenantId: string;
  readonly customerId: string;
  readonly authorId: string;
  /** Who is mentioned once. */
  readonly colleagueId: string;
  /** Day the demo begins on. */
  readonly anchor: string;
  readonly seed: number;
}

/**
 * Notes of the adviser about the demo's customer with a sign-in: one that mentions a colleague, one for the adviser alone, and
 * two to come back to, of which one waits in the work list.
 */
export async function writeNotes(client: pg.ClientBase, of: Of): Promise<void> {
  const random = new Random(of.seed, 'notes', of.tenantId);
  const notes = [
    {
      text: 'Möchte im Frühjahr über die Zeit nach dem Ruhestand sprechen. Am liebsten nachmittags erreichbar.',
      days: -40,
      followUp: addDays(of.anchor, 60),
    },
    {
      text: 'Fragt, ob der Sparplan für ein halbes Jahr ruhen kann.\nBitte prüfen, ob der Tarif das zulässt.',
      days: -9,
      isMentioning: true,
    },
    {
      text: 'Wirkte am Telefon unsicher. Beim nächsten Gespräch mehr Zeit einplanen.',
      days: -5,
      isOwn: true,
    },
    {
      text: 'Unterlagen zur Vereinbarung sind unterwegs. Nachfragen, ob sie angekommen sind.',
      days: -3,
      followUp: of.anchor,
    },
  ];
  for (const { text, days, followUp = null, isOwn = false, isMentioning = false } of notes) {
    const id = random.uuid();
    await client.query(
      `insert into notes (tenant_id, id, customer_id, note_text, visibility, created_by, created_at, follow_up_day,
         follow_up_user_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        of.tenantId,
        id,
        of.customerId,
        text,
        isOwn ? 'own' : 'group',
        of.authorId,
        `${addDays(of.anchor, days)}T09:30:00Z`,
        followUp,
        followUp === null ? null : of.authorId,
      ],
    );
    if (isMentioning)
      await client.query('insert into note_mentions (tenant_id, note_id, user_id) values ($1, $2, $3)', [
        of.tenantId,
        id,
        of.colleagueId,
      ]);
  }
}
