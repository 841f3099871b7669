import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly recipient: string;
  readonly source: string;
}

/** What a test wants the mail server to do with the next mails. */
export interface MailServerBehaviour {
  /** Refuses recipients with this code (4xx for now, 5xx for good). */
  refuseRecipientWith: number | null;
  /** Refuses the text with this code, after it was read. */
  refuseTextWith: number | null;
  /** Ends the connection where. `afterText`: the mail is kept, the answer never comes. */
  dropConnection: 'never' | 'beforeText' | 'afterText';
  /** Milliseconds before the text is acknowledged. */
  delay: number;
}

/** A real SMTP server on a free port of this machine, with what it received. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  readonly behaviour: MailServerBehaviour = {
    refuseRecipientWith: null,
    refuseTextWith: null,
    dropConnection: 'never',
    delay: 0,
  };
  readonly #server: SMTPServer;
  readonly #sockets = new Set<Socket>();
  port = 0;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (address, _session, done) => {
        const code = this.behaviour.refuseRecipientWith;
        if (this.behaviour.dropConnection === 'beforeText') return this.#drop();
        return code === null ? done() : done(refusal(code, `${address.address} is not known here`));
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const code = this.behaviour.refuseTextWith;
          if (code !== null) return done(refusal(code, 'this text is not wanted'));
          const source = Buffer.concat(parts).toString('utf8');
          for (const { address } of session.envelope.rcptTo)
            this.received.push({ recipient: address, source });
          if (this.behaviour.dropConnection === 'afterText') return this.#drop();
          return setTimeout(done, this.behaviour.delay);
        });
      },
      ...options,
    });
    this.#server.on('error', () => {});
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((listening) => {
      server.#server.listen(port, '127.0.0.1', () => listening());
    });
    // A listening TCP server has a port.
    server.port = (server.#server.server.address() as AddressInfo).port;
    return server;
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  stop(): Promise<void> {
    this.#drop();
    return new Promise((done) => {
      this.#server.close(() => done());
    });
  }
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** The link in a received mail, its lines put together again as mail programs do. */
export function linkIn(source: string): string {
  const text = source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const link = /https?:\/\/\S+\/auth\/activation\/credentials\?[^\s"<]+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link in\n${text}`);
  return link.replaceAll('&amp;', '&');
}
