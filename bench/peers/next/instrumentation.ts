/** Without one of its own, Next takes the product's from the folders above. */
export function register(): void {}
