import fc from 'fast-check';

// Mutation testing runs every property for every mutant: a part of the runs is enough to kill one.
// Allocation counts how many of its problems bind, which takes longer; cases are the same for every mutant.
fc.configureGlobal({
  seed: 20_261_130,
  interruptAfterTimeLimit: process.env['MUTATION_TOPIC'] === 'allocation' ? 4000 : 250,
  markInterruptAsFailure: false,
});
