/** Values of one SQL text; `add` gives the place holder, so that no value ever becomes part of the text. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
