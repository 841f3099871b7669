import { fieldOf, type GdvRecord, places, recordLength } from './gdv-records.ts';

/** Somebody at a contract: the parts of his address record by their number. */
type Address = ReadonlyMap<string, GdvRecord>;

/** What a file says of one contract, record by record. */
export interface GdvContract {
  /** Line of its first record. */
  readonly line: number;
  readonly branch: string;
  readonly number: string;
  /** Name of who sent the file, as a rule the insurer. */
  readonly sender: string;
  readonly addresses: readonly Address[];
  readonly general: GdvRecord | null;
  readonly generalProduct: GdvRecord | null;
  readonly lifeProduct: GdvRecord | null;
  /** Risks that are linked to funds. */
  readonly risks: readonly GdvRecord[];
  readonly funds: readonly GdvRecord[];
  /** A record that was cut, so that its part cannot be told. */
  readonly cut: GdvRecord | null;
}

type Draft = {
  -readonly [Key in keyof Omit<GdvContract, 'addresses' | 'risks' | 'funds'>]: GdvContract[Key];
} & {
  addresses: Map<string, GdvRecord>[];
  risks: GdvRecord[];
  funds: GdvRecord[];
};

/** Gathers the records of a file by contract (insurer, branch and number), in the order of their first record. */
export function contractsOf(records: readonly GdvRecord[]): GdvContract[] {
  const contracts = new Map<string, Draft>();
  let sender = '';
  for (const record of records) {
    const kind = fieldOf(record, places.any.kind);
    if (kind === '0001') sender = fieldOf(record, places.opening.sender) || sender;
    if (kind === '0001' || kind === '9999') continue;
    const branch = fieldOf(record, places.any.branch);
    const number = fieldOf(record, places.any.number);
    const key = [fieldOf(record, places.any.insurer), branch, number].join('|');
    let contract = contracts.get(key);
    if (!contract) {
      contract = {
        line: record.line,
        branch,
        number,
        sender,
        addresses: [],
        general: null,
        generalProduct: null,
        lifeProduct: null,
        risks: [],
        funds: [],
        cut: null,
      };
      contracts.set(key, contract);
    }
    take(contract, kind, record);
  }
  return [...contracts.values()];
}

function take(contract: Draft, kind: string, record: GdvRecord): void {
  const part = fieldOf(record, places.any.part);
  const isLife = contract.branch === '010';
  switch (kind) {
    case '0100':
      if (part === '1' || contract.addresses.length === 0) contract.addresses.push(new Map());
      contract.addresses.at(-1)?.set(part, record);
      break;
    case '0200':
      if (part === '1') contract.general ??= record;
      if (part === '2') contract.generalProduct ??= record;
      break;
    case '0210':
      if (isLife && part === '2') contract.lifeProduct ??= record;
      return;
    case '0220':
      if (isLife && part === '1' && /[79]/.test(fieldOf(record, places.risk.risk)))
        contract.risks.push(record);
      return;
    case '0230':
      if (isLife) contract.funds.push(record);
      break;
    default:
      return;
  }
  if (record.text.length < recordLength) contract.cut ??= record;
}
