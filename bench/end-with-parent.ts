/**
 * Ends this process with the one that started it. Who measures may be killed: then nobody is left to say stop, and what still
 * works or listens would go on alone. Work that is broken off is what killed processes leave, too: it is taken up again.
 */
export const endWithParent = (): void => {
  // It may have gone while this one was still loading.
  if (!process.connected) process.exit();
  process.once('disconnect', () => process.exit());
};
