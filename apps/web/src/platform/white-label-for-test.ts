import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { onTestFinished } from 'vitest';
import { builtInWhiteLabel, refreshWhiteLabel, startWhiteLabel } from './white-label.ts';

/** Shows a house for the rest of a test, whichever another test file of the same process has started with; the built-in one after it. */
export async function showHouse(config: WhiteLabelConfig): Promise<void> {
  const answering = (shown: WhiteLabelConfig) => () => Promise.resolve(Response.json(shown));
  await startWhiteLabel('/api', answering(config));
  onTestFinished(() => refreshWhiteLabel(answering(builtInWhiteLabel)));
  await refreshWhiteLabel(answering(config));
}
