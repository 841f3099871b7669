/** What a client can bear to lose of her money (EMT 03010 to 03040); the words are the house's. */
export const lossCapacities = ['none', 'limited', 'full'] as const;
export type LossCapacity = (typeof lossCapacities)[number];

/** What a client asks of sustainability (Delegated Regulation (EU) 2017/565, Art. 2 no. 7). */
export const sustainabilityKinds = ['none', 'minimumShare', 'pai'] as const;
export type SustainabilityKind = (typeof sustainabilityKinds)[number];

/** What a client knows of a product, as the target market of a fund asks it (EMT 02010 to 02030). */
export const knowledgeLevels = ['basic', 'informed', 'advanced'] as const;
export type KnowledgeLevel = (typeof knowledgeLevels)[number];
