import { connect, type Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/** One keep-alive connection that asks and reads whole answers; no library between it and the socket. */
export class Caller {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #done: ((answer: { status: number; bytes: number }) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => {
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
      this.#finish();
    });
    this.#socket.on('error', () => this.#done?.({ status: 0, bytes: 0 }));
    this.#socket.on('close', () => this.#done?.({ status: 0, bytes: 0 }));
  }

  ask(request: string): Promise<{ status: number; bytes: number }> {
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#socket.write(request);
    });
  }

  /** False once the server has ended the connection, as it does with one that idles. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  close(): void {
    this.#done = null;
    this.#socket.destroy();
  }

  #finish(): void {
    const end = this.#buffer.indexOf(headEnd);
    if (end < 0 || !this.#done) return;
    const head = this.#buffer.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const total = end + headEnd.length + length;
    if (this.#buffer.length < total) return;
    const done = this.#done;
    this.#done = null;
    this.#buffer = this.#buffer.subarray(total);
    done({ status: Number(head.slice(9, 12)), bytes: length });
  }
}
