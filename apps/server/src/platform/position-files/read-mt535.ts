import { formatNumber } from '@depotwerk/domain/number-text';
import { worthOf } from '@depotwerk/domain/worth';
import { ImportRefused } from '../table-files/import-refused.ts';
import {
  type Statement,
  type StatementFile,
  type StatementPosition,
  type StatementProblem,
  toDay,
} from './statement.ts';
import { joinPages, type StatementMessage } from './statement-pages.ts';

/** `:93B::AGGR//UNIT/12,5` → tag 93B, qualifier AGGR, value `UNIT/12,5`. */
interface Field {
  readonly tag: string;
  readonly qualifier: string;
  readonly value: string;
}

/** What stands between 16R and 16S. */
interface Block {
  readonly name: string;
  readonly fields: Field[];
  readonly blocks: Block[];
}

const fieldStart = /^:(\d{2}[A-Z]?):(?::([A-Z0-9]{4})\/(?:[^/\n]{0,8})\/)?([\s\S]*)$/;

/**
 * Reads MT535 "Statement of Holdings" (ISO 15022), as SWIFT messages or bare as FinTS delivers them, several in one
 * file. Every FIN block is a position or a problem. @throws ImportRefused
 */
export function readMt535(text: string): StatementFile {
  const messages = splitMessages(text.replaceAll('\r\n', '\n'));
  if (messages.length === 0) throw new ImportRefused('Die Datei ist kein Depotauszug im Format MT535.');
  const pages: StatementMessage[] = [];
  const problems: StatementProblem[] = [];
  let rowCount = 0;
  for (const message of messages) {
    const root = readBlocks(message);
    const general = root.blocks.find((block) => block.name === 'GENL');
    if (!general) throw new ImportRefused('Im Depotauszug MT535 fehlt der Kopf (GENL).');
    const date = dayOf(general, 'STAT');
    const statements: Statement[] = [];
    const parts = [
      { block: root, holder: general },
      ...root.blocks.filter((block) => block.name === 'SUBSAFE').map((block) => ({ block, holder: block })),
    ];
    for (const { block, holder } of parts) {
      const rows = block.blocks.filter((each) => each.name === 'FIN');
      const account = accountOf(holder) ?? accountOf(general);
      rowCount += rows.length;
      if (rows.length === 0 && (block !== root || root.blocks.some((each) => each.name === 'SUBSAFE')))
        continue;
      if (account === null || date === null) {
        problems.push(...unplaced(rows, account, account === null ? 'die Depotnummer' : 'der Stichtag'));
        continue;
      }
      const positions: StatementPosition[] = [];
      for (const row of rows) {
        const read = readPosition(row);
        if (typeof read === 'string') problems.push({ account, message: read });
        else positions.push(read);
      }
      statements.push({ account, ownerName: ownerOf(general), date, positions });
    }
    if (date !== null)
      pages.push({
        account: accountOf(general) ?? '',
        date,
        page: pageOf(general),
        isUpdate: field(general, '22', 'CODE')?.value === 'DELT',
        statements,
      });
  }
  const { statements, problems: unread } = joinPages(pages);
  return { statements, problems: [...problems, ...unread], rowCount };
}

/** Text blocks of SWIFT messages, else the bare text from the first GENL on, cut at lines with a lone hyphen. */
function splitMessages(text: string): string[] {
  const blocks = textBlocks(text);
  const candidates = blocks.length > 0 ? blocks : text.split(/^-$/m);
  return candidates.map((part) => part.trim()).filter((part) => part.includes(':16R:GENL'));
}

const blockStart = '{4:\n';
const blockEnd = '\n-}';

/** What stands between `{4:` and `-}`. Each character is looked at once: an expression would read a file of beginnings to its end from each. */
function textBlocks(text: string): string[] {
  const blocks: string[] = [];
  for (let at = text.indexOf(blockStart); at >= 0; at = text.indexOf(blockStart, at)) {
    const begin = at + blockStart.length;
    const end = text.indexOf(blockEnd, begin);
    if (end < 0) break;
    blocks.push(text.slice(begin, end));
    at = end + blockEnd.length;
  }
  return blocks;
}

function readBlocks(message: string): Block {
  const root: Block = { name: '', fields: [], blocks: [] };
  const open: Block[] = [root];
  for (const part of message.split(/\n(?=:\d{2}[A-Z]?:)/)) {
    const [, tag, qualifier = '', value = ''] = fieldStart.exec(part) ?? [];
    if (tag === undefined) throw new ImportRefused('Eine Zeile des Depotauszugs MT535 ist kein Feld.');
    const current = open.at(-1) ?? root;
    if (tag === '16R') {
      const block: Block = { name: value.trim(), fields: [], blocks: [] };
      current.blocks.push(block);
      open.push(block);
    } else if (tag === '16S') {
      if (current.name !== value.trim() || open.length === 1) {
        throw new ImportRefused('Die Blöcke des Depotauszugs MT535 sind nicht geschlossen.');
      }
      open.pop();
    } else current.fields.push({ tag, qualifier, value: value.trim() });
  }
  if (open.length !== 1) throw new ImportRefused('Der Depotauszug MT535 bricht mitten in einem Block ab.');
  return root;
}

const field = (block: Block, tag: string, qualifier: string): Field | undefined =>
  block.fields.find((each) => each.tag.startsWith(tag) && each.qualifier === qualifier);

const fields = (block: Block, tag: string, qualifier: string): Field[] =>
  block.fields.filter((each) => each.tag.startsWith(tag) && each.qualifier === qualifier);

function dayOf(block: Block, qualifier: string): string | null {
  return toDay(field(block, '98', qualifier)?.value ?? '');
}

/** `2/LAST`, `1/ONLY`, `1/MORE`; null where the head names no page. */
function pageOf(general: Block): StatementMessage['page'] {
  const value = general.fields.find(({ tag }) => tag === '28E')?.value ?? '';
  const [, number, more] = /^(\d{1,5})\/(LAST|MORE|ONLY)$/.exec(value) ?? [];
  return number === undefined ? null : { number: Number(number), isLast: more !== 'MORE' };
}

/** `90010001/QB-22-0000017` → the part behind the bank's number. */
function accountOf(block: Block): string | null {
  const value = field(block, '97', 'SAFE')?.value.split('\n')[0]?.trim() ?? '';
  const account = /^\d{8}\/(.+)$/.exec(value)?.[1] ?? value;
  return account === '' ? null : account.slice(0, 50);
}

function ownerOf(general: Block): string {
  return (field(general, '95Q', 'ACOW') ?? field(general, '95P', 'ACOW'))?.value.replaceAll('\n', ' ') ?? '';
}

function unplaced(rows: readonly Block[], account: string | null, what: string): StatementProblem[] {
  const names = rows.length > 0 ? rows.map(nameOf) : ['ohne Positionen'];
  return names.map((name) => ({
    account,
    message: `Im Depotauszug fehlt ${what}; Position ${name} wurde nicht gelesen.`,
  }));
}

/** The ISIN of field 35B, else its first line. */
function nameOf(row: Block): string {
  const value = row.fields.find((each) => each.tag === '35B')?.value ?? '';
  return /^ISIN\s?([A-Z0-9]{12})/.exec(value)?.[1] ?? (value.split('\n')[0]?.slice(0, 30) || 'ohne Kennung');
}

/** `12,5`, `N12,5` → number; null for anything else. */
function swiftNumber(text: string): number | null {
  const match = /^(N?)(\d{1,15}),(\d{0,10})$/.exec(text.trim());
  if (!match) return null;
  const value = Number(`${match[2]}.${match[3] || '0'}`);
  return match[1] === 'N' ? -value : value;
}

/** `EUR1250,` → 1250; null for another currency. */
function euro(text: string | undefined): number | null {
  const match = /^(N?)EUR(.+)$/.exec(text?.trim() ?? '');
  return match ? swiftNumber(`${match[1]}${match[2]}`) : null;
}

/** `USD1250,`: an amount nobody here can turn into euros. */
const isInOtherCurrency = (text: string): boolean => /^N?(?!EUR)[A-Z]{3}\d/.test(text.trim());

function readPosition(row: Block): StatementPosition | string {
  const isin = nameOf(row);
  const quantity = quantityOf(row);
  if (quantity === null) return `${isin}: Die Stückzahl ist nicht lesbar.`;
  if (quantity < 0)
    return `${isin}: Ein Bestand unter null (${formatNumber(Math.abs(quantity))}) kann nicht geführt werden.`;
  const prices = pricesOf(row);
  const values = fields(row, '19', 'HOLD').map(({ value }) => value);
  const [price, value] = [firstEuro(prices), firstEuro(values)];
  return {
    isin,
    quantity,
    price,
    priceDate: dayOf(row, 'PRIC'),
    value,
    costValue: costOf(row, quantity),
    isInOtherCurrency: price === null && value === null && [...prices, ...values].some(isInOtherCurrency),
  };
}

/** All of a holding: where no balance says so, what is free and what is not (pledged, blocked) together. */
function quantityOf(row: Block): number | null {
  const balance = (qualifier: string) => {
    const found = field(row, '93', qualifier);
    return found && { value: swiftNumber(found.value.split('/').at(-1) ?? '') };
  };
  const whole = balance('AGGR');
  if (whole) return whole.value;
  const parts = [balance('AVAI'), balance('NAVL')].filter((part) => part !== undefined);
  // A part that cannot be read is not nothing.
  return parts.reduce<number | null>(
    (sum, { value }) => (sum === null || value === null ? null : Number((sum + value).toFixed(10))),
    parts.length === 0 ? null : 0,
  );
}

/** 90B ACTU/EUR101,25 is a price a unit; 90A PRCT/99,5 is percent of the nominal and no price of ours. */
function pricesOf(row: Block): string[] {
  return [...fields(row, '90', 'MRKT'), ...fields(row, '90', 'INDC')].flatMap(({ tag, value }) =>
    tag === '90B' && value.startsWith('ACTU/') ? [value.slice('ACTU/'.length)] : [],
  );
}

/** Statements name an amount in the currency of the fund and in that of the account, one below the other. */
function firstEuro(amounts: readonly string[]): number | null {
  return amounts.map((amount) => euro(amount)).find((amount) => amount !== null) ?? null;
}

/** German banks write the price paid into the second line of 70E HOLD: `1STK…`, then `23,5+EUR`. */
function costOf(row: Block, quantity: number): number | null {
  const line = field(row, '70E', 'HOLD')?.value.split('\n')[1] ?? '';
  const [, amount] = /^2?(\d{1,15},\d{0,10})\+EUR/.exec(line) ?? [];
  const price = amount === undefined ? null : swiftNumber(amount);
  return price === null ? null : worthOf(quantity, price);
}
