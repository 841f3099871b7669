// Supervises the program in its arguments as `npm start` does its server, with short pauses.
import { superviseServer } from '../../../tools/supervise.mjs';

process.exit(await superviseServer(process.execPath, process.argv.slice(2), { firstPauseMs: 20 }));
