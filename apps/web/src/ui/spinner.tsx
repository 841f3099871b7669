import './spinner.css';

/** Turning ring; decorative unless a label names what is awaited. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  return (
    <span className="ui-spinner" {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label ? <span className="ui-spinner__label">{label}</span> : null}
    </span>
  );
}
