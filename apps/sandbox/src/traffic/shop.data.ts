/** What Kite Grocery sells, and to whom. */
export interface Product {
  name: string;
  category: string;
  /** In rupees. */
  price: number;
  weight: number;
}

const product = (name: string, category: string, price: number, weight: number): Product => ({
  name,
  category,
  price,
  weight,
});

export const PRODUCTS: readonly Product[] = [
  product('Basmati rice 5 kg', 'Staples', 549, 9),
  product('Toor dal 1 kg', 'Staples', 169, 8),
  product('Whole wheat atta 10 kg', 'Staples', 459, 8),
  product('Sunflower oil 1 l', 'Staples', 159, 7),
  product('Full cream milk 1 l', 'Dairy', 72, 14),
  product('Paneer 200 g', 'Dairy', 95, 9),
  product('Curd 400 g', 'Dairy', 45, 9),
  product('Salted butter 500 g', 'Dairy', 285, 5),
  product('Bananas, dozen', 'Fruit', 60, 11),
  product('Alphonso mangoes 1 kg', 'Fruit', 320, 4),
  product('Apples 1 kg', 'Fruit', 189, 6),
  product('Tomatoes 1 kg', 'Vegetables', 38, 12),
  product('Onions 2 kg', 'Vegetables', 74, 12),
  product('Potatoes 2 kg', 'Vegetables', 66, 11),
  product('Okra 500 g', 'Vegetables', 34, 6),
  product('Masala chai 250 g', 'Drinks', 145, 6),
  product('Filter coffee 200 g', 'Drinks', 210, 5),
  product('Mango drink 1.2 l', 'Drinks', 75, 6),
  product('Bhujia 400 g', 'Snacks', 120, 7),
  product('Cream biscuits, pack of 6', 'Snacks', 90, 8),
  product('Instant noodles, pack of 12', 'Snacks', 168, 9),
  product('Detergent 2 kg', 'Household', 245, 5),
  product('Dish wash gel 750 ml', 'Household', 155, 5),
  product('Diapers, pack of 46', 'Baby', 699, 3),
];

export const SEARCHES = [
  'milk',
  'atta',
  'rice',
  'paneer',
  'onion',
  'bread',
  'maggi',
  'oil',
  'eggs',
  'mango',
  'curd',
  'tea',
  'diapers',
  'ice cream',
  'ghee',
] as const;

export const COUPONS = ['WELCOME50', 'KITE100', 'JIO75', 'FESTIVE20', 'FREEDEL'] as const;
export const PAY_METHODS = [
  { name: 'upi', weight: 62 },
  { name: 'card', weight: 18 },
  { name: 'cash', weight: 14 },
  { name: 'wallet', weight: 6 },
] as const;

export const FIRST_NAMES = [
  'Aarav',
  'Aditi',
  'Aisha',
  'Ananya',
  'Arjun',
  'Asha',
  'Deepa',
  'Dev',
  'Divya',
  'Farhan',
  'Gauri',
  'Harsh',
  'Imran',
  'Isha',
  'Kabir',
  'Karthik',
  'Kavya',
  'Lakshmi',
  'Manish',
  'Meera',
  'Neha',
  'Nikhil',
  'Pooja',
  'Priya',
  'Rahul',
  'Ravi',
  'Rohan',
  'Sana',
  'Sneha',
  'Suresh',
  'Tara',
  'Varun',
  'Vikram',
  'Zoya',
] as const;

export const LAST_NAMES = [
  'Agarwal',
  'Banerjee',
  'Bhat',
  'Chopra',
  'Das',
  'Desai',
  'Fernandes',
  'Ghosh',
  'Gupta',
  'Iyer',
  'Jain',
  'Joshi',
  'Kapoor',
  'Khan',
  'Kulkarni',
  'Kumar',
  'Menon',
  'Mishra',
  'Nair',
  'Patel',
  'Pillai',
  'Rao',
  'Reddy',
  'Shah',
  'Sharma',
  'Singh',
  'Verma',
] as const;
