import type { Page } from '@playwright/test';

/**
 * Marks the elements whose words may not stand out enough from what is behind them, and says how many there are. Where
 * a plain colour lies on a plain background, the formula of WCAG tells at once that they do. All others are left to
 * axe, which needs half a second for a page.
 */
export function markUncertain(page: Page, attribute: string): Promise<number> {
  return page.evaluate((name) => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    /** Required of small words, and a little more for rounding. */
    const ENOUGH = 4.6;
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const known = new Map<string, Colour>();
    const colourOf = (text: string): Colour => {
      let colour = known.get(text);
      if (colour) return colour;
      if (!pen) throw new Error('There is no canvas.');
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
      colour = [red, green, blue, alpha / 255];
      known.set(text, colour);
      return colour;
    };
    const over = ([r, g, b, alpha]: Colour, below: Colour): Colour => {
      const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
      return [mix(r, below[0]), mix(g, below[1]), mix(b, below[2]), 1];
    };
    // https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
    const luminance = (colour: Colour) => {
      const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Colour, other: Colour) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };

    interface Ground {
      /** null: more than plain colours. */
      colour: Colour | null;
      /** It is blended with what is behind it as a whole, its words too. */
      isBlended: boolean;
      /** Words for screen readers alone. */
      isUnseen: boolean;
    }
    const grounds = new Map<Element | null, Ground>();
    grounds.set(null, { colour: [255, 255, 255, 1], isBlended: false, isUnseen: false });
    /** Whether what hangs over the page lies on nothing but what it is in. */
    const isAlone = (element: Element, { left, right, top, bottom }: DOMRect): boolean => {
      const across = [left + 1, (left + right) / 2, right - 1];
      const down = [top + 1, (top + bottom) / 2, bottom - 1];
      return across.every((x) =>
        down.every((y) => {
          const behind = document.elementsFromPoint(x, y).find((one) => !element.contains(one));
          return behind?.contains(element) === true;
        }),
      );
    };
    /** What is behind the words of an element. */
    const groundOf = (element: Element, style: CSSStyleDeclaration): Ground => {
      const below = grounds.get(element.parentElement);
      const isWhole = style.opacity === '1' && style.filter === 'none' && style.mixBlendMode === 'normal';
      const isBlended = !isWhole || below?.isBlended !== false;
      const isPlain = style.backgroundImage === 'none' && style.backgroundClip === 'border-box';
      const own = colourOf(style.backgroundColor);
      const hangs = style.position !== 'static' && style.position !== 'relative';
      const box = hangs ? element.getBoundingClientRect() : null;
      const isCut = box !== null && style.overflow === 'hidden' && box.width <= 1 && box.height <= 1;
      const rest = { isBlended, isUnseen: isCut || below?.isUnseen === true };
      if (isBlended || !isPlain) return { colour: null, ...rest };
      if (own[3] === 1) return { colour: own, ...rest };
      // A plain colour that is blurred is the same.
      const isClear = /^(none|blur\(\S+\))$/.test(style.backdropFilter);
      const isSeenThrough = isClear && (box === null || isAlone(element, box));
      return { colour: isSeenThrough && below.colour ? over(own, below.colour) : null, ...rest };
    };
    const hasWords = (element: Element) =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim());

    let uncertain = 0;
    for (const element of document.querySelectorAll('*')) {
      element.removeAttribute(name);
      const style = getComputedStyle(element);
      const ground = groundOf(element, style);
      grounds.set(element, ground);
      const { colour, isUnseen } = ground;
      if (isUnseen || !hasWords(element) || !element.checkVisibility()) continue;
      const ink = colourOf(element instanceof SVGElement ? style.fill : style.color);
      const isPlain = colour !== null && style.textShadow === 'none';
      if (isPlain && contrast(over(ink, colour), colour) >= ENOUGH) continue;
      element.setAttribute(name, '');
      uncertain += 1;
    }
    return uncertain;
  }, attribute);
}
