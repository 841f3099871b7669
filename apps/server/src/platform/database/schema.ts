/** Tables and their columns as Kysely sees them. */
// biome-ignore lint: filled by the schema
export interface Schema {}
