/** Where funds of a peer group invest for the most part; `world` = in no single region. */
export const regions = ['world', 'europe', 'northAmerica', 'japan', 'asia', 'emergingMarkets'] as const;
export type Region = (typeof regions)[number];

/** What funds of a peer group invest in for the most part; `broad` = in no single sector. */
export const sectors = ['broad', 'technology', 'health', 'energy', 'commodities', 'realEstate'] as const;
export type Sector = (typeof sectors)[number];

/** Those a client can exclude. */
export const excludableRegions: readonly Region[] = regions.filter((region) => region !== 'world');
export const excludableSectors: readonly Sector[] = sectors.filter((sector) => sector !== 'broad');

/** The same in German. */
export const regionTexts: Readonly<Record<Region, string>> = {
  world: 'Weltweit',
  europe: 'Europa',
  northAmerica: 'Nordamerika',
  japan: 'Japan',
  asia: 'Asien ohne Japan',
  emergingMarkets: 'Schwellenländer',
};

/** The same in German. */
export const sectorTexts: Readonly<Record<Sector, string>> = {
  broad: 'Ohne Schwerpunkt',
  technology: 'Technologie',
  health: 'Gesundheit',
  energy: 'Energie',
  commodities: 'Rohstoffe und Edelmetalle',
  realEstate: 'Immobilien',
};
