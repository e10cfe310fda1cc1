/** What the product is called: the one place where its name stands, beside the title of `index.html`. */
export const productName = 'Ringwell';
