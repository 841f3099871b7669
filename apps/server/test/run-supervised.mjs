// Supervises the program in its arguments as `npm start` does its server, with short pauses.
import { superviseServer } from '../../../tools/supervise.mjs';

const quick = { firstPauseMs: 20, longestPauseMs: 60, quietMs: 1500 };
process.exit(await superviseServer(process.execPath, process.argv.slice(2), quick));
