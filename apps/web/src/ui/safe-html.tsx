import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { t } from '../texts/texts.ts';

const allowed = {
  ALLOWED_TAGS: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'code',
    'dd',
    'dl',
    'dt',
    'em',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
    'li',
    'ol',
    'p',
    'pre',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'lang'],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Cleans foreign HTML: text markup only, links only to https, and those without access to this window. */
export function sanitizedFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!link.hasAttribute('href')) continue;
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
  }
  return fragment;
}

/** What `NewWindow` says, in a link that was not written here. */
function newWindowNode(): HTMLElement {
  const node = document.createElement('span');
  node.className = 'visually-hidden';
  node.textContent = ` ${t('common.newWindow')}`;
  return node;
}

/**
 * The only way HTML from outside gets into the page: error messages, question texts, markdown, bank messages.
 * The cleaned nodes are inserted as nodes, so no string ever reaches an HTML sink.
 */
export function SafeHtml({ html }: { html: string }) {
  const target = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const fragment = sanitizedFragment(html);
    for (const link of fragment.querySelectorAll('a[target]')) link.append(newWindowNode());
    target.current?.replaceChildren(fragment);
  }, [html]);
  return <div ref={target} className="ui-safe-html" />;
}
