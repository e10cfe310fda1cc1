/** Products that have an address and no screen of their own (rule A14). */
export const placeholderProducts = ['auto', 'pet', 'home', 'motorcycle', 'renters'] as const;
