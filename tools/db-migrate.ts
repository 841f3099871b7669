import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';

/** `npm run db:migrate`: the database of DATABASE_URL, or the embedded one of DATA_DIR, to the newest schema. */
try {
  let count = 0;
  const database = await openDatabase(readConfig(process.env), {
    mayJoin: false,
    onEvent: (event) => {
      if (event === 'creating') console.log('Creating the database …');
    },
    onMigration: (migration) => {
      count += 1;
      console.log(`Migration ${migration.version} (${migration.name}) …`);
    },
  });
  await database.close();
  console.log(count === 0 ? 'The schema is up to date.' : `${count} migrations applied.`);
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
