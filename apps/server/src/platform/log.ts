import type { LogLevel } from './config.ts';
import { type FaultForLog, faultForLog } from './fault-for-log.ts';

/** Values never hold passwords, tokens, codes or what people are called; of a fault (`err`) only what may be told is written. */
type Write = (values: object, message: string) => void;

export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** A line for the person at the console. */
  say(line: string): void;
}

/** One line with all that is told of it: which request it was, and of a fault its causes, without the frames. */
function plainText(values: object, message: string): string {
  const named = Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'err'));
  const faults: string[] = [];
  let fault: FaultForLog | undefined = 'err' in values ? faultForLog(values.err) : undefined;
  for (; fault; fault = fault.cause) if (fault.message !== message) faults.push(fault.message);
  const words = [message, faults.join(': '), Object.keys(named).length > 0 ? JSON.stringify(named) : ''];
  return `${new Date().toISOString()} ${words.filter((word) => word !== '').join(' ')}\n`;
}

interface Output {
  write(line: string): void;
}

/**
 * JSON lines on standard output when a level is configured, with the lines for the console on standard error;
 * else only these lines, and warnings as plain text on standard error.
 */
export async function createLog(
  level: LogLevel | null,
  lines: Output = process.stdout,
  warnings: Output = process.stderr,
): Promise<Log> {
  if (level === null) {
    const write: Write = (values, message) => warnings.write(plainText(values, message));
    return {
      info: () => {},
      warn: write,
      error: write,
      say: (line) => lines.write(`${line}\n`),
    };
  }
  // Loaded only when asked for: a warm start does without.
  const { pino } = await import('pino');
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => faultForLog(error) },
    },
    lines,
  );
  return {
    info: (values, message) => logger.info(values, message),
    warn: (values, message) => logger.warn(values, message),
    error: (values, message) => logger.error(values, message),
    say: (line) => warnings.write(`${line}\n`),
  };
}
