/** Folder of the repository. */
export const root: string;
/** Where Node keeps compiled code between runs. */
export const compileCache: string;
/** The Node to run everything with: this one when it is new enough, else the one npm installed. */
export function findNode(): string;
/** Ends this process in an orderly way when the npm that started it is gone. */
export function endWithStarter(): void;
/** Runs a program until it ends, passes signals on, and gives its exit code. */
export function runToEnd(program: string, args: readonly string[]): Promise<number>;
