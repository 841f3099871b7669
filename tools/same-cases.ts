import fc from 'fast-check';

/**
 * Before every test file: properties draw the same cases in every run, so that a run says something of the code and not of the
 * day; `npm run test:fresh` draws others (docs/decisions/0107-the-same-cases-for-the-same-code.md).
 */
if (process.env['RANDOM_CASES'] !== 'fresh') fc.configureGlobal({ seed: 20_261_130 });
