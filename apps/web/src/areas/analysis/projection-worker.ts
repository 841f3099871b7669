import { projectValue } from '@depotwerk/engine/projection/project-value';
import type { ProjectionInput } from '@depotwerk/engine/projection/projection-input';

// A projection with contributions over thirty years takes about a tenth of a second: too long for the page itself.
addEventListener('message', ({ data }: MessageEvent<ProjectionInput>) => postMessage(projectValue(data)));
