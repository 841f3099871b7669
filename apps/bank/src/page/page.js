// The page of the practice bank: asks the outbox again and again and shows it. Texts go in as texts, never as HTML.
const intervalMs = 1500;
const states = {
  pending: 'Wartet auf Ihre Entscheidung',
  confirmed: 'Freigegeben',
  rejected: 'Abgelehnt',
  expired: 'Abgelaufen',
};
const methodNames = { sms: 'SMS', totp: 'TAN-App', decoupled: 'Freigabe in der Banking-App' };
const passwordStates = { valid: '', expired: 'abgelaufen, muss geändert werden', locked: 'Zugang gesperrt' };

const time = new Intl.DateTimeFormat('de-DE', { dateStyle: 'short', timeStyle: 'medium' });

/** @param {string} tag @param {string} className @param {(string | Node)[]} content */
function element(tag, className, ...content) {
  const node = document.createElement(tag);
  if (className !== '') node.className = className;
  node.append(...content);
  return node;
}

/** @param {string} label @param {string} className @param {() => void} onClick */
function button(label, className, onClick) {
  const node = element('button', className, label);
  node.addEventListener('click', onClick);
  return node;
}

const shown = new Map();

/** Replaces a list only when it changed, so that focus and selection stay. */
function show(id, entries, toNode, emptyText) {
  const text = JSON.stringify(entries);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  const nodes = entries.length > 0 ? entries.map(toNode) : [element('li', 'empty', emptyText)];
  document.getElementById(id).replaceChildren(...nodes);
}

async function decide(id, decision) {
  const answer = await fetch(`/decoupled/${encodeURIComponent(id)}/${decision}`, { method: 'POST' });
  if (!answer.ok) setStatus((await answer.json()).message);
  await refresh();
}

function approvalCard(approval) {
  const card = element(
    'li',
    'card',
    element('h3', '', approval.bankName),
    element('p', '', approval.text),
    element('p', 'quiet', `${approval.loginName} · ${time.format(new Date(approval.createdAt))}`),
  );
  if (approval.state !== 'pending') card.append(element('p', approval.state, states[approval.state] ?? ''));
  else
    card.append(
      element(
        'div',
        'actions',
        button('Freigeben', '', () => void decide(approval.id, 'approve')),
        button('Ablehnen', 'plain', () => void decide(approval.id, 'reject')),
      ),
    );
  return card;
}

function messageCard(message) {
  return element(
    'li',
    'card',
    element('h3', '', message.bankName),
    element('p', '', message.text),
    element('p', 'code', message.code),
    element('p', 'quiet', `${message.phoneNumber} · ${time.format(new Date(message.sentAt))}`),
  );
}

function bankCard(bank) {
  const list = element('dl', '');
  const add = (name, value) => value && list.append(element('dt', '', name), element('dd', '', value));
  const state = passwordStates[bank.passwordState] ?? '';
  add('Bankleitzahl', bank.bankId);
  add('Passwort', bank.password && (state === '' ? bank.password : `${bank.password} (${state})`));
  add('TAN-Verfahren', bank.methods.map((method) => methodNames[method] ?? method).join(', '));
  add('TAN-App', bank.totpCode && `${bank.totpCode} (noch ${bank.totpSecondsLeft} s)`);
  add('Schlüssel', bank.totpSecret);
  add('Depots', String(bank.depots));
  if (bank.lockedLogins > 0) add('Gesperrt', `${bank.lockedLogins} Zugänge`);
  if (bank.isClosed) add('Zustand', 'nicht erreichbar');
  for (const { loginName, password, shows } of bank.customers)
    add('Kunde', `${loginName} · ${password} · ${shows}`);
  return element('li', 'card', element('h3', '', bank.bankName), list);
}

function setStatus(text) {
  const node = document.getElementById('status');
  if (node.textContent !== text) node.textContent = text;
}

async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function refresh() {
  const [outbox, banks] = await Promise.all([read('/outbox'), read('/accounts')]);
  show('approvals', outbox.approvals, approvalCard, 'Keine Freigaben.');
  show('messages', outbox.messages, messageCard, 'Keine SMS.');
  show('banks', banks, bankCard, 'Noch keine Banken: die Demo wird erst gefüllt.');
  const waiting = outbox.approvals.filter(({ state }) => state === 'pending').length;
  setStatus(
    waiting === 0
      ? 'Keine offenen Freigaben.'
      : `${waiting} ${waiting === 1 ? 'Freigabe wartet' : 'Freigaben warten'}.`,
  );
}

async function keepFresh() {
  await refresh().catch(() => setStatus('Die Übungsbank antwortet nicht.'));
  setTimeout(() => void keepFresh(), intervalMs);
}

void keepFresh();
