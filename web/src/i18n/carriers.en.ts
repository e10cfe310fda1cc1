import { laterWords } from './later-words.js';

/** Words of the Carrier and Application tabs. */
const carrierWords = {
  carrier: {
    title: 'Carrier prices',
    premium: 'Premium %{price}, %{carrier}',
    noPremium: 'No price yet: the lowest one becomes the premium.',
    selected: 'Selected carrier',
    choose: 'Carrier of this lead',
    name: 'Carrier',
    price: 'Monthly price',
    priceOf: 'Price of %{name}',
    wrongPrice: 'Up to 4 digits, then a point and up to 4 decimals',
    isPremium: 'Premium',
    onlyGi: 'Guaranteed issue only',
    afterSale: 'This price can be changed after the sale alone',
    info: 'Carrier info',
    infoTitle: 'Carrier info',
    infoText:
      'What to know before choosing. Rules change: check them with the carrier before you promise anything.',
    website: '%{host}, the website of %{name}',
    noInfo: 'Nothing is noted for this carrier.',
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

export const useCarrierWords = laterWords(carrierWords);
