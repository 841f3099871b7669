import { SaxesParser } from 'saxes';

/** A version of an object, or a marker that hides older ones. */
export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
}

/** A page of a bucket's versions and where the next one begins; null = this is the last. */
export interface VersionPage {
  readonly versions: readonly ObjectVersion[];
  readonly next: { readonly key: string; readonly versionId: string } | null;
}

/** Reads the answer to ListObjectVersions; null where the store did not know the question and answered another. @throws when it is no XML */
export function parseVersions(xml: string): VersionPage | null {
  const versions: ObjectVersion[] = [];
  const path: string[] = [];
  let text = '';
  let root = '';
  let entry: Record<string, string> = {};
  const head: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new Error('no DOCTYPE is read');
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path.length === 1) root = name;
    text = '';
    if (path.length === 2) entry = {};
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (path.length === 1 && (name === 'Version' || name === 'DeleteMarker')) {
      const { Key: key, VersionId: versionId } = entry;
      if (key !== undefined && versionId !== undefined) versions.push({ key, versionId });
    } else if (path.length === 1) head[name] = text;
    else if (path.length === 2) entry[name] = text;
    text = '';
  });
  parser.write(xml).close();
  if (root !== 'ListVersionsResult') return null;
  const isLast = head['IsTruncated'] !== 'true';
  const next = { key: head['NextKeyMarker'] ?? '', versionId: head['NextVersionIdMarker'] ?? '' };
  return { versions, next: isLast || next.key === '' ? null : next };
}
