import { t } from '../../texts/texts.ts';
import type { ReportWindow } from './public/report-download.ts';
import './report-window.css';

/** Tokens the loading page uses; their values, white label and theme included, are those of this page. */
const tokens = [
  '--page',
  '--surface',
  '--surface-sunken',
  '--line',
  '--line-strong',
  '--text',
  '--text-soft',
  '--brand',
  '--brand-soft',
  '--focus',
  '--font',
  '--radius',
];

/**
 * Opens a window with a loading page; null when the browser blocks it. The page is built node by node and takes its
 * style from this page's own files: the policy it inherits allows neither markup from text nor styles within it.
 */
export function openReportWindow(): ReportWindow | null {
  const opened = window.open('', '_blank');
  if (opened === null) return null;
  const page = opened.document;
  const text = page.createElement('p');
  text.setAttribute('role', 'status');
  const heading = page.createElement('h1');
  furnish(page, heading, text);
  const tell = (title: string, message: string) => {
    page.title = title;
    heading.textContent = title;
    text.textContent = message;
  };
  tell(t('reports.window.title'), t('reports.window.loading'));
  return {
    goTo: (address, fileName) => {
      if (opened.closed) return;
      // Where the browser saves PDFs instead of showing them, the window stays: then it says so.
      tell(fileName, t('reports.window.ready'));
      page.querySelector('.report-window__turning')?.remove();
      const button = page.createElement('button');
      button.className = 'ui-button ui-button--secondary ui-button--medium';
      button.textContent = t('reports.window.close');
      button.addEventListener('click', () => opened.close());
      text.after(button);
      opened.location.replace(new URL(address, location.origin));
    },
    close: () => opened.close(),
  };
}

function furnish(page: Document, heading: HTMLElement, text: HTMLElement): void {
  page.documentElement.lang = document.documentElement.lang;
  const theme = document.documentElement.dataset['theme'];
  if (theme !== undefined) page.documentElement.dataset['theme'] = theme;
  const values = getComputedStyle(document.documentElement);
  for (const token of tokens) page.documentElement.style.setProperty(token, values.getPropertyValue(token));
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const link = page.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet.href;
    page.head.append(link);
  }
  const turning = page.createElement('span');
  turning.className = 'report-window__turning';
  turning.setAttribute('aria-hidden', 'true');
  const main = page.createElement('main');
  main.className = 'report-window';
  main.append(turning, heading, text);
  page.body.append(main);
}
