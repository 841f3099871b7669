import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from './layout.ts';

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const iptables = '/usr/sbin/iptables';
/** Bytes of one node's disk. */
const diskSize = 3_000_000_000;

/** What of the machine the faults of a run ask for: a run without a clock of its own needs no faketime. */
export interface HardshipNeeds {
  readonly firewall: boolean;
  readonly ownClock: boolean;
}

/** What only a namespace of its own can suffer: each node has a group the firewall knows, and a disk;
 * one server has a clock of its own. */
export class Hardships {
  readonly #nodes: readonly Node[];
  readonly #clock: string;
  readonly #hasClock: boolean;

  /** Makes each node's disk, and the file a clock is set by. Only within `unshare --net --mount`: nothing of it reaches the machine. */
  constructor(nodes: readonly Node[], clock: string, { firewall, ownClock }: HardshipNeeds) {
    const packages = [
      ...(ownClock && !existsSync(fakeTime) ? ['faketime'] : []),
      ...(firewall && !existsSync(iptables) ? ['iptables'] : []),
    ];
    if (packages.length > 0)
      throw new Error(`Missing: ${packages.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`);
    this.#hasClock = ownClock;
    this.#nodes = nodes;
    this.#clock = clock;
    this.setClock('+0');
    for (const node of nodes) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', node.folder]);
    }
  }

  /** Variables of a process that lives by the clock that can be set; what it measures durations by goes on. */
  get clockEnvironment(): Record<string, string> {
    if (!this.#hasClock) return {};
    return {
      LD_PRELOAD: fakeTime,
      FAKETIME_TIMESTAMP_FILE: this.#clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param shift such as +1h */
  setClock(shift: string): void {
    writeFileSync(this.#clock, `${shift}\n`);
  }

  groupOf(node: Node): number {
    return 60_001 + this.#nodes.indexOf(node);
  }

  /** Nothing the node sends arrives anywhere, as on a cable that is cut. */
  cutOff(node: Node): void {
    this.#firewall('-A', node);
  }

  heal(node: Node): void {
    this.#firewall('-D', node);
  }

  fillDisk(node: Node): void {
    const { bavail, bsize } = statfsSync(node.folder);
    execFileSync('fallocate', ['-l', String(bavail * bsize), fillingOf(node)]);
  }

  freeDisk(node: Node): void {
    rmSync(fillingOf(node), { force: true });
  }

  #firewall(action: '-A' | '-D', node: Node): void {
    const rule = ['-m', 'owner', '--gid-owner', String(this.groupOf(node)), '-j', 'DROP'];
    execFileSync(iptables, [action, 'OUTPUT', ...rule]);
  }
}

const fillingOf = (node: Node): string => join(node.folder, 'filling');
