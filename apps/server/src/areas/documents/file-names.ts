import { pdfName } from '@depotwerk/domain/file-name';

/** `Depotübersicht_V-100482_2026-11-21.pdf`; characters no file system likes become hyphens. */
export const fileNameOf = (title: string, key: string, day: string): string => pdfName(title, key, day);
