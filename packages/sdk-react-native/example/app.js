import { trailmark } from '@trailmark/react-native';
import { useCallback, useEffect, useState } from 'react';
import { Button, SafeAreaView, ScrollView, Text } from 'react-native';

/** Your server, the public token of your project, and the domain of its links. */
const OPTIONS = {
  token: 'YOUR_PROJECT_TOKEN',
  endpoint: 'https://trailmark.example.com',
  linkDomains: ['go.example.com'],
  trackingTimeoutMs: 20_000,
  debug: true,
};

const ACTIONS = {
  'Sign up': () => trailmark.signup({ user_data: { id: 'user-1', email: 'ada@example.com' } }),
  'Add to cart': () => trailmark.trackEvent('add_to_cart', { item: 'mangoes', quantity: 2 }),
  Pay: () => trailmark.capturePayment({ amount: '4.99', currency: 'EUR', paymentId: `order-${Date.now()}` }),
  'Refuse ads': () => trailmark.setConsent({ adUserData: 'denied', adPersonalization: 'denied' }),
  'Ask to track (iOS)': () => trailmark.requestTracking(),
  'Sign out': () => trailmark.reset(),
};

export function App() {
  const [lines, setLines] = useState([]);
  const say = useCallback((title, value) => {
    setLines((before) => [`${before.length + 1}. ${title}: ${JSON.stringify(value)}`, ...before]);
  }, []);

  useEffect(() => {
    const stops = [
      trailmark.onAttribution((attribution) => say('Attribution', attribution)),
      trailmark.onDeepLink((link) => say('Deep link', link)),
    ];
    trailmark.init(OPTIONS);
    trailmark.trackScreen('Home');
    return () => {
      for (const stop of stops) stop();
    };
  }, [say]);

  return (
    <SafeAreaView>
      <ScrollView>
        {Object.entries(ACTIONS).map(([title, act]) => (
          <Button key={title} title={title} onPress={() => act().then(() => say(title, 'stored'))} />
        ))}
        {lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </ScrollView>
    </SafeAreaView>
  );
}
