/** What a client can bear to lose of her money (EMT 03010 to 03040); the words are the house's. */
export const lossCapacities = ['none', 'limited', 'full'] as const;
export type LossCapacity = (typeof lossCapacities)[number];

/**
 * What a client asks of sustainability (Delegated Regulation (EU) 2017/565, Art. 2 no. 7: one or more). Both wishes together are a
 * minimum share beside which adverse impacts are named ({@link wantsImpactsConsidered}).
 */
export const sustainabilityKinds = ['none', 'minimumShare', 'pai'] as const;
export type SustainabilityKind = (typeof sustainabilityKinds)[number];

/** Whether funds must consider adverse impacts: the wish itself, or impacts named beside a minimum share. */
export const wantsImpactsConsidered = (kind: SustainabilityKind | null, topics: readonly string[]): boolean =>
  kind === 'pai' || (kind === 'minimumShare' && topics.length > 0);

/** What a client knows of a product, as the target market of a fund asks it (EMT 02010 to 02030). */
export const knowledgeLevels = ['basic', 'informed', 'advanced'] as const;
export type KnowledgeLevel = (typeof knowledgeLevels)[number];
