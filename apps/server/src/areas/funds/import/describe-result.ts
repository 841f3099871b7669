import type { ImportResult } from './import-result.ts';

const number = (value: number) => value.toLocaleString('de-DE');

/** The outcome of an import as lines for the console (German). */
export function describeResult(
  result: ImportResult,
  command: {
    readonly type: 'funds' | 'prices';
    readonly isDryRun: boolean;
    readonly reportPath: string | undefined;
  },
): string[] {
  const { counts, rejections, notes } = result;
  const unitOf = (count: number) =>
    command.type === 'prices' ? (count === 1 ? 'Kurs' : 'Kurse') : count === 1 ? 'Zeile' : 'Zeilen';
  const lines = [
    ...notes,
    '',
    `${number(counts.rows)} ${unitOf(counts.rows)}: ${number(counts.imported)} neu, ${number(counts.changed)} geändert, ` +
      `${number(counts.unchanged)} unverändert, ${number(counts.rejected)} abgelehnt.`,
  ];
  if (counts.flagged > 0)
    lines.push(`${number(counts.flagged)} ${unitOf(counts.flagged)} mit einem Hinweis (siehe Bericht).`);
  for (const { count, reason, isExample, firstLine, firstColumn, firstValue } of rejections) {
    const column = firstColumn === '' ? '' : `, Spalte „${firstColumn}“`;
    const value =
      firstValue === '' ? '' : `: „${firstValue.length > 60 ? `${firstValue.slice(0, 60)}…` : firstValue}“`;
    const place = `Zeile ${firstLine}${column}${value}`;
    lines.push(
      isExample
        ? `  ${number(count)} ×, zum Beispiel ${place}: ${reason}`
        : `  ${number(count)} × ${reason} (zuerst ${place})`,
    );
  }
  if (command.reportPath !== undefined) lines.push(`Bericht: ${command.reportPath}`);
  else if (counts.rejected > 0)
    lines.push('Mit --report BERICHT.csv erhalten Sie die Rechenschaft über jede Zeile.');
  if (command.isDryRun) lines.push('Probelauf: Es wurde nichts gespeichert.');
  return lines;
}
