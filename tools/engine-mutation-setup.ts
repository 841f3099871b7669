import fc from 'fast-check';

// Mutation testing runs every property for every mutant: a part of the runs is enough to kill one.
fc.configureGlobal({ interruptAfterTimeLimit: 250, markInterruptAsFailure: false });
