import type { PdfJob } from './compile-report.ts';

export interface WorkerRequest {
  readonly id: number;
  readonly job: PdfJob;
}

export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly pdf: Uint8Array; readonly rss: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly rss: number };
