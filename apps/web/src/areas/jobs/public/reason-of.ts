import { said } from '../../../texts/texts.ts';

/** What kept one of many as it was, without the word that stands beside it: "Nicht geändert: der Kunde ist gesperrt." */
export function reasonOf(message: string, result: string): string {
  const text = said(message);
  const prefix = `${result}: `;
  if (!text.startsWith(prefix)) return text;
  const reason = text.slice(prefix.length);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
