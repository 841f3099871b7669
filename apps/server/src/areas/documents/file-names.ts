/** `Depotübersicht_V-100482_2026-11-21.pdf`; characters no file system likes become hyphens. */
export function fileNameOf(title: string, key: string, day: string): string {
  const safe = (text: string) =>
    text
      .replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, '')
      .slice(0, 100);
  return `${[safe(title), safe(key), day].filter((part) => part !== '').join('_')}.pdf`;
}
