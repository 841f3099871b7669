import type { Language } from '@depotwerk/domain/white-label/languages';

/** Address of the styles of plain pages; a policy of pages allows none inside them. */
export const plainStyles = '/plain-page.css';

export const plainCss = `:root{color-scheme:light dark}
body{margin:0;background:#f6f8f8;color:#17232a;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:clamp(1.375rem,6.5vw,1.75rem);line-height:1.25}
h2{margin-top:2rem;font-size:1.125rem}
nav{display:flex;flex-wrap:wrap;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid #84939a}
a{color:#0f5566}
@media (prefers-color-scheme:dark){body{background:#0f171b;color:#e6edf0}a{color:#8fd0df}}
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand in a page or an attribute of it. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** A page of text that needs no script, German unless said: `body` is HTML, `title` and `house` are texts. */
export const plainPage = ({
  title,
  house,
  body,
  language = 'de',
}: {
  title: string;
  house: string;
  body: string;
  language?: Language;
}): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} · ${escaped(house)}</title>
<link rel="stylesheet" href="${plainStyles}">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;
