/**
 * Deterministic random numbers (sfc32, 128-bit state). Every part of the demo world draws from its own
 * stream, named by the seed and some keys, so nothing depends on the order in which parts are made.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;
  #spare: number | null = null;

  /** A stream of its own for the seed and these keys, e.g. `new Random(1, 'customer', 42)`. */
  constructor(seed: number, ...keys: readonly (string | number)[]) {
    this.#a = mix(seed, 0x9e3779b9);
    this.#b = mix(seed, 0x243f6a88);
    this.#c = 0x2545f491;
    for (const key of keys) {
      if (typeof key === 'number') this.#absorb(key | 0);
      else for (let index = 0; index < key.length; index += 1) this.#absorb(key.charCodeAt(index));
    }
    for (let round = 0; round < 12; round += 1) this.next();
  }

  #absorb(value: number): void {
    this.#a = mix(this.#a ^ value, 0x85ebca6b);
    this.#b = mix(this.#b + value, 0xc2b2ae35);
    this.#c = mix(this.#c ^ this.#a, 0x27d4eb2f);
  }

  /** 32 random bits as an unsigned integer. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** At least 0, below 1. */
  unit(): number {
    return this.next() / 4294967296;
  }

  /** A whole number from `low` to `high`, both possible. */
  int(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  /** A number between `low` and `high`. */
  between(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** One element; the list must not be empty. */
  pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.unit() * list.length)];
    if (chosen === undefined) throw new RangeError('Cannot pick from an empty list.');
    return chosen;
  }

  /** An index of `weights`, each as likely as its share of the sum. */
  weighted(weights: readonly number[]): number {
    let rest = this.unit() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return index;
    }
    return weights.length - 1;
  }

  /** Standard normal (polar method). */
  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    for (;;) {
      const x = 2 * this.unit() - 1;
      const y = 2 * this.unit() - 1;
      const s = x * x + y * y;
      if (s === 0 || s >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      this.#spare = y * factor;
      return x * factor;
    }
  }

  /** A UUID of version 4. */
  uuid(): string {
    const a = this.next();
    const b = this.next();
    const c = this.next();
    const d = this.next();
    return `${hex8(a)}-${hex4(b >>> 16)}-${hex4(0x4000 | (b & 0x0fff))}-${hex4(0x8000 | ((c >>> 16) & 0x3fff))}-${hex4(c & 0xffff)}${hex8(d)}`;
  }
}

const hexBytes = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

function hex4(value: number): string {
  return (hexBytes[value >>> 8] ?? '') + (hexBytes[value & 0xff] ?? '');
}

function hex8(value: number): string {
  return hex4(value >>> 16) + hex4(value & 0xffff);
}

function mix(value: number, salt: number): number {
  let x = (value ^ salt) | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
