/** Products that have an address and no screen of their own (account-and-shell section 2). */
export const placeholderProducts = ['auto', 'pet', 'home', 'motorcycle', 'renters'] as const;
