import { drawingSize, mostPoints, type Stroke } from '@depotwerk/domain/signatures/signature';
import { IconEraser } from '@tabler/icons-react';
import { type PointerEvent, useId, useRef } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Points nearer than this say nothing more. */
const smallestStep = 4;

interface DrawingFieldProps {
  strokes: readonly Stroke[];
  onChange: (strokes: readonly Stroke[]) => void;
}

/** A field to draw a signature in, with finger, pen or mouse. Without any of them another way of signing is chosen. */
export function DrawingField({ strokes, onChange }: DrawingFieldProps) {
  const hintId = useId();
  const isDown = useRef(false);
  const placeOf = (event: PointerEvent<SVGSVGElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [
      within((event.clientX - box.left) / box.width, drawingSize.width),
      within((event.clientY - box.top) / box.height, drawingSize.height),
    ];
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    onChange([...strokes, [placeOf(event)]]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = strokes.at(-1);
    const last = stroke?.at(-1);
    if (!isDown.current || !stroke || !last) return;
    const place = placeOf(event);
    if (Math.hypot(place[0] - last[0], place[1] - last[1]) < smallestStep) return;
    if (strokes.reduce((count, { length }) => count + length, 0) >= mostPoints) return;
    onChange([...strokes.slice(0, -1), [...stroke, place]]);
  };
  const end = () => {
    isDown.current = false;
  };
  return (
    <div className="drawing">
      <svg
        className="drawing__field"
        viewBox={`0 0 ${drawingSize.width} ${drawingSize.height}`}
        role="img"
        aria-label={t(strokes.length === 0 ? 'ownSide.sign.fieldEmpty' : 'ownSide.sign.fieldDrawn')}
        aria-describedby={hintId}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line className="drawing__line" x1={40} x2={drawingSize.width - 40} y1={240} y2={240} />
        {strokes.map((stroke, index) => (
          // Strokes are only ever added at the end.
          <polyline
            key={index}
            className="drawing__stroke"
            points={stroke.map((point) => point.join(',')).join(' ')}
          />
        ))}
      </svg>
      <div className="drawing__below">
        <span id={hintId} className="hint">
          {t('ownSide.sign.fieldHint')}
        </span>
        <Button
          size="small"
          disabled={strokes.length === 0}
          icon={<IconEraser size={16} aria-hidden="true" />}
          onClick={() => onChange([])}
        >
          {t('ownSide.sign.again')}
        </Button>
      </div>
    </div>
  );
}

const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most);
