#import <React/RCTBridgeModule.h>

// Tells React Native which methods of Trailmark.swift JavaScript may call. Both architectures read this.
@interface RCT_EXTERN_MODULE (Trailmark, NSObject)

RCT_EXTERN_METHOD(loadItems : (RCTPromiseResolveBlock)resolve rejecter : (RCTPromiseRejectBlock)reject)

RCT_EXTERN_METHOD(setItem : (NSString *)key value : (nullable NSString *)value resolver : (RCTPromiseResolveBlock)
                      resolve rejecter : (RCTPromiseRejectBlock)reject)

RCT_EXTERN_METHOD(readDevice : (NSDictionary *)options resolver : (RCTPromiseResolveBlock)
                      resolve rejecter : (RCTPromiseRejectBlock)reject)

RCT_EXTERN_METHOD(readInstallSources : (NSDictionary *)options resolver : (RCTPromiseResolveBlock)
                      resolve rejecter : (RCTPromiseRejectBlock)reject)

RCT_EXTERN_METHOD(updateConversionValue : (NSDictionary *)values resolver : (RCTPromiseResolveBlock)
                      resolve rejecter : (RCTPromiseRejectBlock)reject)

RCT_EXTERN_METHOD(requestTracking : (RCTPromiseResolveBlock)resolve rejecter : (RCTPromiseRejectBlock)reject)

@end
