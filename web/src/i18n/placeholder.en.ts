import { laterMessages } from './later-messages.js';

/** The words of products without a screen of their own. */
export const placeholderMessages = {
  placeholder: {
    auto: 'Auto',
    pet: 'Pet',
    home: 'Home',
    motorcycle: 'Motorcycle',
    renters: 'Renters',
    title: '%{product} leads have no screen of their own',
    text: 'Life and health leads are worked from their dashboards.',
    goLife: 'Go to life leads',
    goHealth: 'Go to health leads',
  },
};

export const usePlaceholderMessages = laterMessages(placeholderMessages);
