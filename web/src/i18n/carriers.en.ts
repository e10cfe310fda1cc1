import { laterMessages } from './later-messages.js';

/** Words of the Carrier and Application tabs. */
export const carrierMessages = {
  carrier: {
    title: 'Carrier prices',
    noPremium: 'No price yet: the lowest one becomes the premium.',
    choose: 'Carrier of this lead',
    name: 'Carrier',
    price: 'Monthly price',
    priceOf: 'Price of %{name}',
    wrongPrice: 'Up to 4 digits, then a point and up to 4 decimals',
    isPremium: 'Premium',
    onlyGi: 'Guaranteed issue only',
    afterSale: 'Can be changed only after the sale',
    info: 'Carrier info',
    infoTitle: 'Carrier info',
    infoText:
      'What to know before choosing. Rules change: check with the carrier before you promise anything.',
    website: '%{host}, the website of %{name}',
    noInfo: 'No notes for this carrier.',
  },
  application: {
    title: 'Application portals',
    text: 'Where the policy is applied for. Links open in a new tab.',
    opensAnew: '%{name}, opens in a new tab',
    instructions: 'Instructions',
    none: 'No portals on offer',
    noneText: 'An admin can add them under Lists.',
  },
};

export const useCarrierMessages = laterMessages(carrierMessages);
