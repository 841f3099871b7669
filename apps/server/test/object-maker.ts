import { allCalls } from '@depotwerk/api/all-calls';
import type { AuthorisationWorld, Caller, Shot } from './authorisation-world.ts';

export type Json = Readonly<Record<string, unknown>>;
/** An object as a call answers it: most have an id, many a version. */
export interface Made extends Json {
  readonly id: string;
  readonly rowVersion: number;
}
export type Values = Readonly<Record<string, string | number>>;

/** What makes objects for calls: statements of the owner and calls of one caller. */
export class ObjectMaker {
  protected readonly world: AuthorisationWorld;
  protected readonly caller: Caller;

  constructor(world: AuthorisationWorld, caller: Caller) {
    this.world = world;
    this.caller = caller;
  }

  protected async one(sql: string, ...more: unknown[]): Promise<Values> {
    const { rows } = await this.world.owner.query<Values>(sql, [this.world.tenantId, ...more]);
    if (!rows[0]) throw new Error(`the world lacks: ${sql}`);
    return rows[0];
  }

  /** Makes a call and answers its body. @throws when it is refused */
  protected async ask(id: string, path: string, more: Partial<Shot> = {}): Promise<Made> {
    const call = allCalls.find((each) => each.id === id);
    if (!call) throw new Error(`no call ${id}`);
    const answer = await this.world.ask({ call, path, caller: this.caller, ...more });
    if (answer.status >= 300) throw new Error(`${id} ${path}: ${answer.text}`);
    // Every answer asked for here is an object; who reads id and version asks for one that has them.
    return (answer.text === '' ? {} : JSON.parse(answer.text)) as Made;
  }

  protected async customer(lastName: string): Promise<string> {
    const { id } = await this.one(
      `insert into customers (tenant_id, first_name, last_name) values ($1, 'Anna', $2) returning id`,
      lastName,
    );
    return String(id);
  }
}
