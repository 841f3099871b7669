import type { ReactNode } from 'react';

/** Links lead to https or to a page of this application; any other address stays text. */
const safeAddress = /^(https:\/\/|\/(?![/\\]))[^\s]*$/;
const inline = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)\s]+\))/;

function inlineNodes(text: string): ReactNode[] {
  return text.split(inline).map((part, index) => {
    if (part.startsWith('**') && part.length > 4) return <strong key={index}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('`') && part.length > 2) return <code key={index}>{part.slice(1, -1)}</code>;
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
    const [, label, address] = link ?? [];
    if (label !== undefined && address !== undefined) {
      return safeAddress.test(address) ? (
        <a key={index} href={address} rel="noopener noreferrer nofollow">
          {label}
        </a>
      ) : (
        label
      );
    }
    if (part.startsWith('*') && part.endsWith('*') && part.length > 2)
      return <em key={index}>{part.slice(1, -1)}</em>;
    return part;
  });
}

/** Lines of one kind: a heading, a list, or a paragraph. */
function block(lines: readonly string[], key: number): ReactNode {
  const [first = ''] = lines;
  const heading = /^#{1,6}\s+(.*)$/.exec(first);
  if (heading) return <h3 key={key}>{inlineNodes(heading[1] ?? '')}</h3>;
  if (/^[-*]\s/.test(first)) {
    return (
      <ul key={key}>
        {lines.map((line, index) => (
          <li key={index}>{inlineNodes(line.replace(/^[-*]\s+/, ''))}</li>
        ))}
      </ul>
    );
  }
  if (/^\d+\.\s/.test(first)) {
    return (
      <ol key={key}>
        {lines.map((line, index) => (
          <li key={index}>{inlineNodes(line.replace(/^\d+\.\s+/, ''))}</li>
        ))}
      </ol>
    );
  }
  return <p key={key}>{inlineNodes(lines.join(' '))}</p>;
}

const kindOf = (line: string) =>
  /^#{1,6}\s/.test(line)
    ? 'heading'
    : /^[-*]\s/.test(line)
      ? 'list'
      : /^\d+\.\s/.test(line)
        ? 'steps'
        : 'text';

/** Cuts a text into blocks: at empty lines, at every heading, and where lists begin and end. */
export function blocksOf(markdown: string): string[][] {
  const blocks: string[][] = [];
  let last: string | null = null;
  for (const line of markdown
    .replaceAll('\r', '')
    .split('\n')
    .map((each) => each.trim())) {
    const kind = line === '' ? null : kindOf(line);
    if (kind !== null) {
      const current = blocks.at(-1);
      if (current && kind === last && kind !== 'heading') current.push(line);
      else blocks.push([line]);
    }
    last = kind;
  }
  return blocks;
}

/**
 * A text with headings, lists, bold, italic, code and links. It becomes elements and never a string of HTML: markup in it
 * is text, and there is nothing to clean.
 */
export function Markdown({ text }: { text: string }) {
  return <div className="dashboard__markdown">{blocksOf(text).map(block)}</div>;
}
