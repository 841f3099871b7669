/** What the area tags offers the others. */
export { readTagsOf, type Tag, tagsOf } from './tags.view.ts';
