/** What a log says of a fault: where it happened and of what kind it is, never whose data it met. */
export interface FaultForLog {
  readonly name: string;
  readonly message: string;
  /** SQLSTATE or the system's code (`ECONNREFUSED`). */
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** Frames only: the head of a stack repeats the message. */
  readonly stack?: string;
  readonly cause?: FaultForLog;
}

/** Causes that are followed; a circle of causes ends here. */
const deepest = 4;

/**
 * The part of a fault that may be logged. Messages of PostgreSQL and of `JSON.parse` quote the value they stumbled over,
 * and further members of theirs (`detail`, `where`, `internalQuery`) hold whole rows: what stands in quotes, addresses
 * and longer numbers are left out of the message, members that can hold a value are left out altogether.
 */
export function faultForLog(error: unknown, depth = 0): FaultForLog {
  if (!(error instanceof Error)) {
    // Where a message may quote what a bank said, only the name of the fault is handed over.
    const name = nameAlone(error);
    return name === null
      ? { name: 'unknown', message: withoutValues(String(error)) }
      : { name, message: name };
  }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: withoutValues(error.message),
    ...namesOf(error),
    ...(frames && frames.length > 0 && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && depth < deepest && { cause: faultForLog(error.cause, depth + 1) }),
  };
}

function nameAlone(error: unknown): string | null {
  const isNamed = typeof error === 'object' && error !== null && 'name' in error;
  return isNamed && typeof error.name === 'string' && /^\w{1,60}$/.test(error.name) ? error.name : null;
}

/** Members that name something of ours or of the system, never a value. */
const naming = ['code', 'table', 'column', 'constraint'] as const;

function namesOf(error: Error): Partial<Record<(typeof naming)[number], string>> {
  const values = new Map<string, unknown>(Object.entries(error));
  const named = naming.flatMap((name) => {
    const value = values.get(name);
    return typeof value === 'string' && /^[\w-]{1,80}$/.test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(named);
}

/**
 * From the first quotation mark to the last, because a quoted value may hold some itself; to the end where one alone stands.
 * A PostgreSQL that speaks German, French or another language (`lc_messages`) quotes as that language does.
 */
const quoted = /(?<![\p{L}\d])["'„“”‚‘`«»‹›「『](?:[^]*["'“”‘’`«»‹›」』]|[^]*)/u;
const mailAddress = /[^\s@<>()]+@[^\s@<>()]+/g;
/** Dates, numbers of customers, contracts, accounts and phones; ports of four digits stay. */
const number = /\d[\d.,/ -]{3,}\d/g;

function withoutValues(message: string): string {
  return message.slice(0, 2_000).replace(quoted, '"…"').replace(mailAddress, '…').replace(number, '…');
}
