import type { LogLevel } from './config.ts';

/** Values never hold passwords, tokens or codes. */
type Write = (values: object, message: string) => void;

export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** A line for the person at the console. */
  say(line: string): void;
}

function plainText(values: object, message: string): string {
  const details = 'err' in values ? values.err : values;
  const text = details instanceof Error ? details.message : JSON.stringify(details);
  return `${new Date().toISOString()} ${message} ${text}\n`;
}

/**
 * JSON lines on standard output when a level is configured, with the lines for the console on standard error;
 * else only these lines, and warnings as plain text on standard error.
 */
export async function createLog(level: LogLevel | null): Promise<Log> {
  if (level === null) {
    const write: Write = (values, message) => void process.stderr.write(plainText(values, message));
    return {
      info: () => {},
      warn: write,
      error: write,
      say: (line) => void process.stdout.write(`${line}\n`),
    };
  }
  // Loaded only when asked for: a warm start does without.
  const { pino } = await import('pino');
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    info: (values, message) => logger.info(values, message),
    warn: (values, message) => logger.warn(values, message),
    error: (values, message) => logger.error(values, message),
    say: (line) => void process.stderr.write(`${line}\n`),
  };
}
