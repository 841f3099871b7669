import { create } from 'qrcode';

/** Empty modules around the code, as the standard asks (ISO/IEC 18004). */
const quietZone = 4;

/** QR code as one SVG path: no markup string, no image, nothing leaves the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * quietZone;
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="settings__qr"
      shapeRendering="crispEdges"
    >
      <path d={pathOf(modules.data, modules.size)} fill="#000000" />
    </svg>
  );
}

/** One horizontal run of dark modules after the other. */
function pathOf(data: Uint8Array, size: number): string {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue;
      let end = column + 1;
      while (end < size && data[row * size + end]) end += 1;
      path += `M${column + quietZone} ${row + quietZone}h${end - column}v1h-${end - column}z`;
      column = end;
    }
  }
  return path;
}
