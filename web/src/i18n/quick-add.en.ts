/** The words of the public page that adds a lead. */
export const quickAddWords = {
  quickAdd: {
    title: 'Add new lead',
    bankAccountFirst: 'Switch BANK ACCOUNT on first',
    website: 'Leave this empty',
  },
};
