/** Category of a product → its label. */
export const productCategories = { tea: 'Tea', coffee: 'Coffee', cups: 'Cups' } as const;
